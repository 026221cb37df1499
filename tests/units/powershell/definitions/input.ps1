<# Sells
carts. #>
using module Foo
Import-Module Bar
. ./x.ps1
# Adds things.
function Get-Total {
    param([int]$x)
    $local = 1
    if ($x -and $y) { }
}
filter Skip-Thing { $_ }
function script:Scoped($a) { }
class Cart : Base {
    [int]$Count = 0
    hidden [string]$name
    Cart([int]$c) { $this.Count = $c }
    [void] Add([string]$x) {
        foreach ($i in 1..3) { }
    }
    static [int] Make() { return 1 }
}
enum Color { 
    Red
    Green = 2
}
$script:y = 2
$z = 3
Set-Alias ll Get-ChildItem
