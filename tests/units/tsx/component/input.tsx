import React, { useState } from "react";

/** Shows one price. */
export const Price: React.FC<Props> = ({ value, currency = "EUR" }) => {
  const [open, setOpen] = useState<boolean>(false);
  const toggle = () => setOpen(!open);
  return (
    <Layout.Row title="Price">
      <b onClick={toggle}>Total: {value}</b>
      {open && <Icon name={currency} />}
    </Layout.Row>
  );
};
