#include "base.as"
#pragma   keep   this



// The player.
/*  A block
 *   of text
 */
[ editable,  range [1,  2] ]
class  Player:Base,IThing
{

  private int health=100,armor ( 5 ) ;   // points
  array< array <int> >@ grid;   const Foo @const h=null;


  Player ( ) { super ( ) ; }
  Player(int health,const string&in name="x",int&out result=void)
  {
    this . health=health;if(health<0){health=0;}else if(health>100)
    {
      health=100;
    }
    else
      health = health - -1 ;
    for(int i=0;i<10;i++)for(;;)break;
    while(a&&b||!c)
    {
    }
    do{x++;}while(x<3);
    switch(x){case 1:case 2:foo();break;
    // the rest
    default:{bar();}}
    try{throw("x");}catch{ }
    @b=@ a ;  c=- - d*+e ; f = not g and h ;
    sort(function(a,b){return a<b;});
    later(function(a){
      one();two();
    },5);
    int v=cast<int>(x)+int(3.5f)+grid[1][2]+a.b(1,name:2)+(p?q:r);
    dictionary d={{"a",1},{"b",{1,2,
      3}}};
  }
  int get_x()const property{return x;} void f()override final{}
  int health2{get{return 1;}set{x=value;}}
  int & opIndex(int i){return l[i];}
};

enum   Color:uint8{Red=1<<2,Green,// green
  Blue}
interface I{void f();int p{get;set;}}
funcdef  bool  Less( const ref@ , const ref @ ) ;
namespace A::B{int x;namespace C{}}
#if   DEBUG
  weird   ( stuff
#else
void   g ( ) { foreach(auto v,auto k:d)print( v ); }
#endif
import void far(int&in)from"other";
mixin class M{}shared interface S{}
