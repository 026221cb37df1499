# Where the shop runs.

terraform {
  required_version = ">= 1.5"
}

variable "region" {
  default = "eu"
}

locals {
  wheels = 4 // of a cart
}

# The door.
resource "aws_instance" "web" {
  ami   = data.aws_ami.ubuntu.id
  tags  = { Name = "${var.region}-{web}" }
  lifecycle { create_before_destroy = true }
}

module "network" {
  source = "./network"
}
