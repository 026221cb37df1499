CREATE TABLE users (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL, price DECIMAL(10, 2), PRIMARY KEY (id, name), CHECK (id IS NOT NULL));
create table empty (`odd name` text);
CREATE TABLE orders (id INT,
  total INT
);
