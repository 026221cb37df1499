# Puts a shop on a machine.

class shop::web (
  Integer $port = 80,
) inherits shop {
  include shop::base, 'shop::log'
  $path = '/srv/shop'
  file { '/etc/shop.conf':
    ensure => file,
    notify => Service['shop'],
  }
  if $port > 80 { notice('class not_one {') }
}
define shop::cart($wheels) { }
node 'web1.example.com' { include shop::web }
type Shop::Port = Integer[1, 65535]
