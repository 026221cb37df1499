module Shop
  ##
  # Holds what is bought.
  #
  # It is emptied at the till.
  class Cart
  end

  ## Takes the money.
  class Till
  end

  # Of the section below.
  ##
  # Weighs a thing.
  ##
  class Scale
  end

  ## Looks at a thing
  ##
  ## and says what it costs.
  class Eye
  end
end
