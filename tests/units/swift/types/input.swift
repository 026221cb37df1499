// Copyright 2024 Example. All rights reserved.
import Foundation

/// A cart of items.
///
/// - Note: it is not safe for threads
@objc public final class Cart<T: Item>: Base, Priced where T: Hashable {
    struct Line { var count: Int }
    fileprivate enum Size: Int, CaseIterable {
        case small = 1, large
        indirect case other(why: String, Size)
    }
    typealias Handler = (T) -> Void
}
public protocol Priced: AnyObject {
    associatedtype Money: Number
    var price: Int { get set }
    static func pay(_ amount: Int) -> Bool
    init()
}
actor Bank { }
public extension Shop.Cart where T == Int { func half() -> Int { 1 } }
infix operator +++ : Joining
precedencegroup Joining { associativity: left }
macro name<T>(_ value: T) -> String = #externalMacro(module: "M", type: "N")
