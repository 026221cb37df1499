<?php
namespace App\Models;

use Shop\Cart;
use Shop\Item as Thing;
use Shop\{Till, Drawer as Box};
use function Shop\total;
require_once __DIR__ . '/lib.php';
include 'more.php';

class First {}
function helper() {}

namespace App\Other;

class Second {}
