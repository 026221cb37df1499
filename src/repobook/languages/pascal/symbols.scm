; unit Cart;        program Shop;
(unit (moduleName) @name (interface) @body) @definition.unit
(program (moduleName) @name) @definition.program
(library (moduleName) @name) @definition.library

; TCart = class(TBase) … end;        TItem = record … end;
(declType name: (_) @name type: (declClass (kRecord) @body)) @definition.record
(declType name: (_) @name type: (declClass (kClass) (declSection) @body)) @definition.class
(declType name: (_) @name type: (declClass (kClass))) @definition.class
(declType name: (_) @name type: (declClass)) @definition.class
(declType name: (_) @name type: (declIntf (kInterface) . (_) @body)) @definition.interface
(declType name: (_) @name type: (declIntf)) @definition.interface
(declType name: (_) @name) @definition.type
(declEnumValue name: (identifier) @name) @definition.value
(declField name: (identifier) @name) @definition.field
(declProp name: (identifier) @name) @definition.property

; function TCart.Total(X: Integer): Integer; begin … end;
(defProc
  header: (declProc name: (genericDot lhs: (_) @scope rhs: (identifier) @name)) . (_) @body) @definition.method
(defProc header: (declProc (kFunction) name: (identifier) @name) . (_) @body) @definition.function
(defProc header: (declProc name: (identifier) @name) . (_) @body) @definition.procedure

; procedure Add(const S: string);
(declProc (kFunction) name: (identifier) @name) @definition.function
(declProc (kConstructor) name: (identifier) @name) @definition.constructor
(declProc (kDestructor) name: (identifier) @name) @definition.destructor
(declProc name: (identifier) @name) @definition.procedure

; const Limit = 3;        var Count: Integer;
(declConst name: (identifier) @name) @definition.constant
(declVar name: (identifier) @name) @definition.variable
