library foo.bar;
import 'dart:io';
import 'package:a/b.dart' as b show X;
export 'src/c.dart';
part 'd.dart';

/// A cart.
@immutable
abstract class Cart<T extends Item> extends Base with Mix implements Priced {
  static const int limit = 3;
  final String? name, other;
  int _private = 1;
  Cart(this.name, {required this.other});
  Cart.named(int a) : name = '$a ${a + 1}', super(a);
  factory Cart.make() => Cart.named(1);
  int get size => 3;
  set size(int v) { _private = v; }
  static Future<int> total(int a, [int b = 2]) async { if (a > 1 && b > 2) return 1; return await f(); }
  void abs();
  operator +(Cart o) => this;
}
mixin Mix on Base { void m() {} }
extension Ext on String { int get len => length; }
enum Size { small, large(2); const Size(); void f() {} }
typedef Handler = void Function(int);
int top(int a) { var local = 1; int inner() => 2; return a; }
const pi = 3.14;
var g = 1, h = 2;
int get topGetter => 1;
extension type Id(int v) {}
