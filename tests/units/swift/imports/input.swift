import UIKit
import struct Shop.Cart
@testable import Bank
@_exported import Money
class A { }
