{ Carts, and what they hold. }
unit Cart;
interface
uses SysUtils, Classes;
const Limit = 3;
type
  TSize = (Small, Large);
  TItem = record
    Price: Integer;
  end;
  { What holds items. }
  TCart = class(TBase, IPriced)
  private
    FSize: Integer;
  public
    constructor Create(A: Integer);
    destructor Destroy; override;
    function Total(X: Integer): Integer; virtual;
    procedure Add(const S: string);
    property Size: Integer read FSize write FSize;
  end;
  IPriced = interface
    function Price: Integer;
  end;
  TName = string;
var
  Global: Integer;
function Half(X: Integer): Integer;
implementation
uses Other;
function Half(X: Integer): Integer;
var Local: Integer;
begin
  if (X > 1) and True then Result := 1;
  WriteLn('a b');
end;
function TCart.Total(X: Integer): Integer;
begin
  Result := Half(X);
end;
constructor TCart.Create(A: Integer);
begin
  inherited;
end;
end.
