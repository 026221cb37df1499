-- Orders of the shop.

CREATE TABLE IF NOT EXISTS shop.orders (
  id integer PRIMARY KEY, -- its number
  "customer id" integer,
  note varchar(20) DEFAULT ';create table no (',
  PRIMARY KEY (id)
);
/* create table neither (a int); */
create unique index orders_by_note on shop.orders (note);
CREATE OR REPLACE FUNCTION total(a int) RETURNS int AS $$
BEGIN
  IF a > 1 THEN RETURN 1; END IF;
  RETURN 2;
END;
$$ LANGUAGE plpgsql;
CREATE VIEW paid AS
  SELECT * FROM shop.orders o JOIN items i ON i.id = o.id;
CREATE TYPE state AS ENUM ('new', 'paid');
