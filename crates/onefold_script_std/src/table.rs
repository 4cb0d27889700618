//! Every function of the library, ordered by number.
//!
//! A row reads `number "owner" Role (Kind, ...) -> Kind "declaration";`, with `inline` for what is
//! lowered to instructions, and `since LEVEL` for what came after 2.00.

use crate::Kind::{
    Any, ArrayOfElement, Coroutine, Element, Less, Owner, Place, Rest, Scalar, Strings, Target, Text,
};
use crate::{Kind, Lowering, RetKind, Role, StdFn};

const VALUE: Kind = Kind::Std("dictionaryValue");
const DICTIONARY: Kind = Kind::Std("dictionary");
const WEAKREF: Kind = Kind::Std("weakref");

macro_rules! table {
    ($($id:literal $owner:literal $role:ident
        $(inline)? $(($($param:ident),*) $(-> $ret:ident)?)? $decl:literal $(since $since:literal)?;)*) => {
        /// Every function of the library, ordered by number.
        pub const FUNCTIONS: &[StdFn] = &[$(StdFn {
            id: $id,
            owner: $owner,
            decl: $decl,
            role: Role::$role,
            params: &[$($($param),*)?],
            ret: table!(@ret $($($ret)?)?),
            lowering: table!(@lowering $(($($param),*))?),
            since: table!(@since $($since)?),
        }),*];
    };
    (@ret) => { RetKind::Void };
    (@ret $ret:ident) => { RetKind::One($ret) };
    (@lowering) => { Lowering::Inline };
    (@lowering ($($param:ident),*)) => { Lowering::Native };
    (@since) => { 200 };
    (@since $since:literal) => { $since };
}

table! {
    // string.
    1 "string" Constructor inline "string()";
    2 "string" Constructor inline "string(const string&in)";
    3 "string" Mutator inline "string& opAssign(const string&in)";
    4 "string" Mutator inline "string& opAddAssign(const string&in)";
    5 "string" Method inline "string opAdd(const string&in) const";
    6 "string" Mutator inline "string& opAssign(double)";
    7 "string" Mutator inline "string& opAddAssign(double)";
    8 "string" Method inline "string opAdd(double) const";
    9 "string" Method inline "string opAdd_r(double) const";
    10 "string" Mutator inline "string& opAssign(float)";
    11 "string" Mutator inline "string& opAddAssign(float)";
    12 "string" Method inline "string opAdd(float) const";
    13 "string" Method inline "string opAdd_r(float) const";
    14 "string" Mutator inline "string& opAssign(int64)";
    15 "string" Mutator inline "string& opAddAssign(int64)";
    16 "string" Method inline "string opAdd(int64) const";
    17 "string" Method inline "string opAdd_r(int64) const";
    18 "string" Mutator inline "string& opAssign(uint64)";
    19 "string" Mutator inline "string& opAddAssign(uint64)";
    20 "string" Method inline "string opAdd(uint64) const";
    21 "string" Method inline "string opAdd_r(uint64) const";
    22 "string" Mutator inline "string& opAssign(bool)";
    23 "string" Mutator inline "string& opAddAssign(bool)";
    24 "string" Method inline "string opAdd(bool) const";
    25 "string" Method inline "string opAdd_r(bool) const";
    26 "string" Method inline "bool opEquals(const string&in) const";
    27 "string" Method inline "int opCmp(const string&in) const";
    28 "string" Method inline "uint length() const";
    29 "string" Method inline "uint8& opIndex(uint)";
    30 "string" Method inline "const uint8& opIndex(uint) const";
    50 "string" Method (Text) -> Scalar "bool isEmpty() const";
    51 "string" Mutator (Text, Scalar) -> Text "void resize(uint)";
    52 "string" Method (Text, Scalar, Scalar) -> Text "string substr(uint start = 0, int count = -1) const";
    53 "string" Method (Text, Text, Scalar) -> Scalar "int findFirst(const string&in, uint start = 0) const";
    54 "string" Method (Text, Text, Scalar) -> Scalar "int findFirstOf(const string&in, uint start = 0) const";
    55 "string" Method (Text, Text, Scalar) -> Scalar "int findFirstNotOf(const string&in, uint start = 0) const";
    56 "string" Method (Text, Text, Scalar) -> Scalar "int findLast(const string&in, int start = -1) const";
    57 "string" Method (Text, Text, Scalar) -> Scalar "int findLastOf(const string&in, int start = -1) const";
    58 "string" Method (Text, Text, Scalar) -> Scalar "int findLastNotOf(const string&in, int start = -1) const";
    59 "string" Mutator (Text, Scalar, Text) -> Text "void insert(uint pos, const string&in other)";
    60 "string" Mutator (Text, Scalar, Scalar) -> Text "void erase(uint pos, int count = -1)";
    61 "string" Method (Text, Text) -> Strings "array<string>@ split(const string&in) const";
    62 "string" Method (Text, Text, Scalar, Place) -> Scalar
        "int regexFind(const string&in regex, uint start = 0, uint&out lengthOfMatch = 0) const" since 238;
    80 "" Global (Strings, Text) -> Text "string join(const array<string>&in, const string&in)";
    81 "" Global (Scalar, Text, Scalar) -> Text
        "string formatInt(int64 val, const string&in options = \"\", uint width = 0)";
    82 "" Global (Scalar, Text, Scalar) -> Text
        "string formatUInt(uint64 val, const string&in options = \"\", uint width = 0)";
    83 "" Global (Scalar, Text, Scalar, Scalar) -> Text
        "string formatFloat(double val, const string&in options = \"\", uint width = 0, uint precision = 0)";
    84 "" Global (Text, Scalar, Place) -> Scalar
        "int64 parseInt(const string&in, uint base = 10, uint&out byteCount = 0)";
    85 "" Global (Text, Scalar, Place) -> Scalar
        "uint64 parseUInt(const string&in, uint base = 10, uint&out byteCount = 0)";
    86 "" Global (Text, Place) -> Scalar "double parseFloat(const string&in, uint&out byteCount = 0)";
    87 "" Global (Text, Rest) -> Text "string format(const string&in fmt, const ?&in ...)" since 238;
    88 "" Global (Text, Rest) -> Scalar "uint scan(const string&in str, ?&out ...)" since 238;
    // array<T>.
    100 "array" Constructor () -> Owner "array()";
    101 "array" Constructor (Scalar) -> Owner "array(uint length)";
    102 "array" Constructor (Scalar, Element) -> Owner "array(uint length, const T&in value)";
    103 "array" List inline "{repeat T}";
    104 "array" Method inline "T& opIndex(uint index)";
    105 "array" Method inline "const T& opIndex(uint index) const";
    106 "array" Method inline "uint length() const";
    110 "array" Method (Owner, Owner) "array<T>& opAssign(const array<T>&in)";
    111 "array" Method (Owner, Scalar, Element) "void insertAt(uint index, const T&in value)";
    112 "array" Method (Owner, Scalar, Owner) "void insertAt(uint index, const array<T>&inout arr)";
    113 "array" Method (Owner, Element) "void insertLast(const T&in value)";
    114 "array" Method (Owner, Scalar) "void removeAt(uint index)";
    115 "array" Method (Owner) "void removeLast()";
    116 "array" Method (Owner, Scalar, Scalar) "void removeRange(uint start, uint count)";
    117 "array" Method (Owner, Scalar) "void reserve(uint length)";
    118 "array" Method (Owner, Scalar) "void resize(uint length)";
    119 "array" Method (Owner) "void sortAsc()";
    120 "array" Method (Owner, Scalar, Scalar) "void sortAsc(uint startAt, uint count)";
    121 "array" Method (Owner) "void sortDesc()";
    122 "array" Method (Owner, Scalar, Scalar) "void sortDesc(uint startAt, uint count)";
    123 "array" Method (Owner, Less, Scalar, Scalar)
        "void sort(const less&in, uint startAt = 0, uint count = uint(-1))";
    124 "array" Method (Owner) "void reverse()";
    125 "array" Method (Owner, Element) -> Scalar "int find(const T&in value) const";
    126 "array" Method (Owner, Scalar, Element) -> Scalar "int find(uint startAt, const T&in value) const";
    127 "array" Method (Owner, Element) -> Scalar "int findByRef(const T&in value) const";
    128 "array" Method (Owner, Scalar, Element) -> Scalar "int findByRef(uint startAt, const T&in value) const";
    129 "array" Method (Owner, Owner) -> Scalar "bool opEquals(const array<T>&in) const";
    130 "array" Method (Owner) -> Scalar "bool isEmpty() const";
    131 "array" Hidden (Owner) -> Owner "array<T>@ copy() const";
    // dictionary and dictionaryValue.
    200 "dictionary" Constructor () -> Owner "dictionary()";
    201 "dictionary" List inline "{repeat {string, ?}}";
    202 "dictionary" Method (Owner, Owner) "dictionary& opAssign(const dictionary&in)";
    203 "dictionary" Method (Owner, Text, Any) "void set(const string&in, const ?&in)";
    204 "dictionary" Method (Owner, Text, Any) -> Scalar "bool get(const string&in, ?&out) const";
    205 "dictionary" Method (Owner, Text, Scalar) "void set(const string&in, const int64&in)";
    206 "dictionary" Method (Owner, Text, Place) -> Scalar "bool get(const string&in, int64&out) const";
    207 "dictionary" Method (Owner, Text, Scalar) "void set(const string&in, const double&in)";
    208 "dictionary" Method (Owner, Text, Place) -> Scalar "bool get(const string&in, double&out) const";
    209 "dictionary" Method (Owner, Text) -> Scalar "bool exists(const string&in) const";
    210 "dictionary" Method (Owner) -> Scalar "bool isEmpty() const";
    211 "dictionary" Method (Owner) -> Scalar "uint getSize() const";
    212 "dictionary" Method (Owner, Text) -> Scalar "bool delete(const string&in)";
    213 "dictionary" Method (Owner) "void deleteAll()";
    214 "dictionary" Method (Owner) -> Strings "array<string>@ getKeys() const";
    215 "dictionary" Method (Owner, Text) -> VALUE "dictionaryValue& opIndex(const string&in)";
    216 "dictionary" Method (Owner, Text) -> VALUE "const dictionaryValue& opIndex(const string&in) const";
    217 "dictionary" Hidden (Owner) -> Owner "dictionary@ copy() const";
    218 "dictionary" Method (Owner) -> Scalar "int opForBegin() const" since 238;
    219 "dictionary" Method (Owner, Scalar) -> Scalar "bool opForEnd(int) const" since 238;
    220 "dictionary" Method (Owner, Scalar) -> Scalar "int opForNext(int) const" since 238;
    221 "dictionary" Method (Owner, Scalar) -> VALUE "const dictionaryValue& opForValue0(int) const" since 238;
    222 "dictionary" Method (Owner, Scalar) -> Text "const string& opForValue1(int) const" since 238;
    240 "dictionaryValue" Constructor () -> Owner "dictionaryValue()";
    241 "dictionaryValue" Method (Owner, Owner) "dictionaryValue& opAssign(const dictionaryValue&in)";
    242 "dictionaryValue" Method (Owner, Any) "dictionaryValue& opHndlAssign(const ?&in)";
    243 "dictionaryValue" Method (Owner, Owner) "dictionaryValue& opHndlAssign(const dictionaryValue&in)";
    244 "dictionaryValue" Method (Owner, Any) "dictionaryValue& opAssign(const ?&in)";
    245 "dictionaryValue" Method (Owner, Scalar) "dictionaryValue& opAssign(double)";
    246 "dictionaryValue" Method (Owner, Scalar) "dictionaryValue& opAssign(int64)";
    247 "dictionaryValue" Method (Owner, Any) "void opCast(?&out)";
    248 "dictionaryValue" Method (Owner, Any) "void opConv(?&out)";
    249 "dictionaryValue" Method (Owner) -> Scalar "int64 opConv()";
    250 "dictionaryValue" Method (Owner) -> Scalar "double opConv()";
    251 "dictionaryValue" Hidden (Owner) -> Owner "dictionaryValue copy() const";
    // math.
    300 "" Global (Scalar) -> Scalar "float fpFromIEEE(uint)";
    301 "" Global (Scalar) -> Scalar "uint fpToIEEE(float)";
    302 "" Global (Scalar) -> Scalar "double fpFromIEEE(uint64)";
    303 "" Global (Scalar) -> Scalar "uint64 fpToIEEE(double)";
    304 "" Global (Scalar, Scalar, Scalar) -> Scalar "bool closeTo(float, float, float = 0.00001f)";
    305 "" Global (Scalar, Scalar, Scalar) -> Scalar "bool closeTo(double, double, double = 0.0000000001)";
    306 "" Global (Scalar) -> Scalar "float cos(float)";
    307 "" Global (Scalar) -> Scalar "float sin(float)";
    308 "" Global (Scalar) -> Scalar "float tan(float)";
    309 "" Global (Scalar) -> Scalar "float acos(float)";
    310 "" Global (Scalar) -> Scalar "float asin(float)";
    311 "" Global (Scalar) -> Scalar "float atan(float)";
    312 "" Global (Scalar, Scalar) -> Scalar "float atan2(float, float)";
    313 "" Global (Scalar) -> Scalar "float cosh(float)";
    314 "" Global (Scalar) -> Scalar "float sinh(float)";
    315 "" Global (Scalar) -> Scalar "float tanh(float)";
    316 "" Global (Scalar) -> Scalar "float log(float)";
    317 "" Global (Scalar) -> Scalar "float log10(float)";
    318 "" Global (Scalar, Scalar) -> Scalar "float pow(float, float)";
    319 "" Global (Scalar) -> Scalar "float sqrt(float)";
    320 "" Global (Scalar) -> Scalar "float ceil(float)";
    321 "" Global (Scalar) -> Scalar "float abs(float)";
    322 "" Global (Scalar) -> Scalar "float floor(float)";
    323 "" Global (Scalar) -> Scalar "float fraction(float)";
    // complex.
    350 "complex" Constructor () -> Scalar "complex()";
    351 "complex" Constructor (Scalar) -> Scalar "complex(const complex&in)";
    352 "complex" Constructor (Scalar) -> Scalar "complex(float)";
    353 "complex" Constructor (Scalar, Scalar) -> Scalar "complex(float, float)";
    354 "complex" List inline "{float, float}";
    355 "complex" Mutator (Scalar, Scalar) -> Scalar "complex& opAddAssign(const complex&in)";
    356 "complex" Mutator (Scalar, Scalar) -> Scalar "complex& opSubAssign(const complex&in)";
    357 "complex" Mutator (Scalar, Scalar) -> Scalar "complex& opMulAssign(const complex&in)";
    358 "complex" Mutator (Scalar, Scalar) -> Scalar "complex& opDivAssign(const complex&in)";
    359 "complex" Method (Scalar, Scalar) -> Scalar "bool opEquals(const complex&in) const";
    360 "complex" Method (Scalar, Scalar) -> Scalar "complex opAdd(const complex&in) const";
    361 "complex" Method (Scalar, Scalar) -> Scalar "complex opSub(const complex&in) const";
    362 "complex" Method (Scalar, Scalar) -> Scalar "complex opMul(const complex&in) const";
    363 "complex" Method (Scalar, Scalar) -> Scalar "complex opDiv(const complex&in) const";
    364 "complex" Method (Scalar) -> Scalar "float abs() const";
    365 "complex" Method (Scalar) -> Scalar "complex get_ri() const property";
    366 "complex" Method (Scalar) -> Scalar "complex get_ir() const property";
    367 "complex" Mutator (Scalar, Scalar) -> Scalar "void set_ri(const complex&in) property";
    368 "complex" Mutator (Scalar, Scalar) -> Scalar "void set_ir(const complex&in) property";
    369 "complex" Method (Scalar) -> Scalar "float get_r() const property";
    370 "complex" Method (Scalar) -> Scalar "float get_i() const property";
    371 "complex" Mutator (Scalar, Scalar) -> Scalar "void set_r(float) property";
    372 "complex" Mutator (Scalar, Scalar) -> Scalar "void set_i(float) property";
    // weakref<T> and const_weakref<T>.
    400 "weakref" Constructor () -> Owner "weakref()";
    401 "weakref" Constructor (Target) -> Owner "weakref(T@)";
    402 "weakref" Method (Owner) -> Target "T@ opImplCast()";
    403 "weakref" Method (Owner) -> Target "T@ get() const";
    404 "weakref" Mutator inline "weakref<T>& opHndlAssign(const weakref<T>&in)";
    405 "weakref" Mutator inline "weakref<T>& opAssign(const weakref<T>&in)";
    406 "weakref" Method (Owner, Owner) -> Scalar "bool opEquals(const weakref<T>&in) const";
    407 "weakref" Mutator (Owner, Target) -> Owner "weakref<T>& opHndlAssign(T@)";
    408 "weakref" Method (Owner, Target) -> Scalar "bool opEquals(const T@) const";
    420 "const_weakref" Constructor () -> Owner "const_weakref()";
    421 "const_weakref" Constructor (Target) -> Owner "const_weakref(const T@)";
    422 "const_weakref" Method (Owner) -> Target "const T@ opImplCast() const";
    423 "const_weakref" Method (Owner) -> Target "const T@ get() const";
    424 "const_weakref" Mutator inline "const_weakref<T>& opHndlAssign(const const_weakref<T>&in)";
    425 "const_weakref" Mutator inline "const_weakref<T>& opAssign(const const_weakref<T>&in)";
    426 "const_weakref" Method (Owner, Owner) -> Scalar "bool opEquals(const const_weakref<T>&in) const";
    427 "const_weakref" Mutator (Owner, Target) -> Owner "const_weakref<T>& opHndlAssign(const T@)";
    428 "const_weakref" Method (Owner, Target) -> Scalar "bool opEquals(const T@) const";
    429 "const_weakref" Mutator (Owner, WEAKREF) -> Owner "const_weakref<T>& opHndlAssign(const weakref<T>&in)";
    430 "const_weakref" Method (Owner, WEAKREF) -> Scalar "bool opEquals(const weakref<T>&in) const";
    // ref.
    440 "ref" Constructor inline "ref()";
    441 "ref" Constructor inline "ref(const ref&in)";
    442 "ref" Constructor inline "ref(const ?&in)";
    443 "ref" Method inline "void opCast(?&out)";
    444 "ref" Mutator inline "ref& opHndlAssign(const ref&in)";
    445 "ref" Mutator inline "ref& opHndlAssign(const ?&in)";
    446 "ref" Method inline "bool opEquals(const ref&in) const";
    447 "ref" Method inline "bool opEquals(const ?&in) const";
    // Boxes for `?` parameters.
    500 "" Hidden (Scalar, Scalar) -> VALUE "box_scalar(code, bits)";
    501 "" Hidden (Text) -> VALUE "box_text(text)";
    502 "" Hidden (Scalar, Any) -> VALUE "box_handle(code, handle)";
    503 "" Hidden (Scalar) -> VALUE "box_wanted(code)";
    504 "" Hidden (VALUE) -> Scalar "box_take_bits(box)";
    505 "" Hidden (VALUE) -> Text "box_take_text(box)";
    506 "" Hidden (VALUE) -> Any "box_take_handle(box)";
    // any.
    520 "any" Constructor () -> Owner "any()";
    521 "any" Constructor (Any) -> Owner "any(?&in)";
    522 "any" Constructor (Scalar) -> Owner "any(const int64&in)";
    523 "any" Constructor (Scalar) -> Owner "any(const double&in)";
    524 "any" Method (Owner, Owner) "any& opAssign(any&in)";
    525 "any" Method (Owner, Any) "void store(?&in)";
    526 "any" Method (Owner, Scalar) "void store(const int64&in)";
    527 "any" Method (Owner, Scalar) "void store(const double&in)";
    528 "any" Method (Owner, Any) -> Scalar "bool retrieve(?&out)";
    529 "any" Method (Owner, Place) -> Scalar "bool retrieve(int64&out)";
    530 "any" Method (Owner, Place) -> Scalar "bool retrieve(double&out)";
    531 "any" Hidden (Owner) -> Owner "any@ copy() const";
    // grid<T>: elements are those of `cells` at `index`, a plain array.
    550 "grid" Constructor (ArrayOfElement) -> Owner "grid(cells)";
    551 "grid" Constructor (ArrayOfElement, Scalar, Scalar) -> Owner "grid(cells, uint, uint)";
    552 "grid" Constructor (ArrayOfElement, Scalar, Scalar, Element) -> Owner "grid(cells, uint, uint, const T&in)";
    553 "grid" List inline "{repeat {repeat_same T}}";
    554 "grid" Method inline "T& opIndex(uint, uint)";
    555 "grid" Method inline "const T& opIndex(uint, uint) const";
    556 "grid" Method (Owner, Scalar, Scalar) "void resize(uint width, uint height)";
    557 "grid" Method (Owner) -> Scalar "uint width() const";
    558 "grid" Method (Owner) -> Scalar "uint height() const";
    559 "grid" Hidden (Owner) -> ArrayOfElement "array<T>@ cells()";
    560 "grid" Hidden (Owner, Scalar, Scalar) -> Scalar "uint index(uint x, uint y) const";
    // datetime.
    600 "datetime" Constructor () -> Scalar "datetime()";
    601 "datetime" Constructor (Scalar) -> Scalar "datetime(const datetime&in)";
    602 "datetime" Constructor (Scalar, Scalar, Scalar, Scalar, Scalar, Scalar) -> Scalar
        "datetime(uint, uint, uint, uint = 0, uint = 0, uint = 0)";
    603 "datetime" Mutator inline "datetime& opAssign(const datetime&in)";
    604 "datetime" Method (Scalar) -> Scalar "uint get_year() const property";
    605 "datetime" Method (Scalar) -> Scalar "uint get_month() const property";
    606 "datetime" Method (Scalar) -> Scalar "uint get_day() const property";
    607 "datetime" Method (Scalar) -> Scalar "uint get_hour() const property";
    608 "datetime" Method (Scalar) -> Scalar "uint get_minute() const property";
    609 "datetime" Method (Scalar) -> Scalar "uint get_second() const property";
    610 "datetime" Method (Scalar) -> Scalar "uint get_weekDay() const property" since 238;
    611 "datetime" Mutator (Scalar, Scalar, Scalar, Scalar, Place) -> Scalar
        "bool setDate(uint year, uint month, uint day)";
    612 "datetime" Mutator (Scalar, Scalar, Scalar, Scalar, Place) -> Scalar
        "bool setTime(uint hour, uint minute, uint second)";
    613 "datetime" Method (Scalar, Scalar) -> Scalar "int64 opSub(const datetime&in) const";
    614 "datetime" Method (Scalar, Scalar) -> Scalar "datetime opAdd(int64 seconds) const";
    615 "datetime" Method (Scalar, Scalar) -> Scalar "datetime opAdd_r(int64 seconds) const";
    616 "datetime" Mutator (Scalar, Scalar) -> Scalar "datetime& opAddAssign(int64 seconds)";
    617 "datetime" Method (Scalar, Scalar) -> Scalar "datetime opSub(int64 seconds) const";
    618 "datetime" Method (Scalar, Scalar) -> Scalar "datetime opSub_r(int64 seconds) const";
    619 "datetime" Mutator (Scalar, Scalar) -> Scalar "datetime& opSubAssign(int64 seconds)";
    620 "datetime" Method (Scalar, Scalar) -> Scalar "bool opEquals(const datetime&in) const";
    621 "datetime" Method (Scalar, Scalar) -> Scalar "int opCmp(const datetime&in) const";
    // exceptions, coroutines, output.
    650 "" Global inline "void throw(const string&in)";
    651 "" Global () -> Text "string getExceptionInfo()";
    652 "" Global (Coroutine, DICTIONARY) "void createCoRoutine(coroutine@, dictionary@)";
    653 "" Global () "void yield()";
    654 "" Global (Text) "void print(const string&in)";
    655 "" Global (Scalar) "void assert(bool)";
}
