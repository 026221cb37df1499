(ns shop.cart
  "Docs of the namespace."
  (:require [clojure.string :as str] [shop.item :refer [price]])
  (:import (java.util Date)))
;; comment
(def limit 3)
(defn total "Sums up." [items] (reduce + (map price items)))
(defn- hidden [x] (if (and x true) 1 2))
(defmacro unless [c & body] `(if ~c nil (do ~@body)))
(defprotocol Priced (price [this]))
(defrecord Item [name price] Priced (price [this] 1))
(deftype T [a])
(defmulti area :shape)
(defmethod area :circle [c] 1)
(defonce state (atom {}))
(deftest it-works (is (= 1 1)))
(defn ^:private foo ^String [x] "a")
(let [x 1] x)
