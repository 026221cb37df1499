//! Points, and what is done with them.
const std = @import("std");
const Allocator = std.mem.Allocator;
/// Doc of it.
pub const Point = struct {
    x: f32 = 0,
    y: f32,
    const Self = @This();
    pub fn init(x: f32) Point { return .{ .x = x, .y = 0 }; }
    fn priv(self: *Self) !void { if (self.x > 1 and true) {} }
};
pub const E = enum(u8) { a, b = 2, pub fn f() void {} };
const U = union(enum) { i: i32, f: f32 };
const Err = error{ A, B };
var global: u32 = 0;
pub fn main() !void {
    const local = 1;
    std.debug.print("hi {}\n", .{local});
    foo(1);
}
fn Generic(comptime T: type) type { return struct { v: T, fn get() T {} }; }
test "name of test" { try std.testing.expect(true); }
extern fn c_fn(a: c_int) c_int;
export fn ex() void {}
