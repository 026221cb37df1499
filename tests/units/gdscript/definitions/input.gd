# Prices the carts of a shop.
class_name Cart extends Node
signal bought(item, count)
enum Kind { SMALL, LARGE = 2 }
const LIMIT = 3
@export var count: int = 0
@onready var till = preload("res://till.gd")

# Return what a cart costs.
func total(rate: int, deep = false) -> Price:
	var local = 1
	if rate and deep: return sum(local)
	match rate:
		1: pass
	return null
static func make() -> Cart: return null
func _ready(): till.open()
func _init(): pass
class Line extends Base:
	var price = 1
	func weigh(): pass
