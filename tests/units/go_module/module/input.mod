// The shop's server.
module example.com/shop

go 1.22

require (
	golang.org/x/text v0.3.0
	gopkg.in/yaml.v3 v3.0.1 // indirect
)
require github.com/spf13/cobra v1.8.0
replace example.com/cart => ../cart
