//! The layout never changes the meaning, and laying out twice changes nothing.
