*> Adds up what lies in a cart: the call of every price counts.
*
*     integer that is no variable, and call of nothing
      SUBROUTINE TOTAL( PRICES,   ! all of them, not one
     $                  COUNT,
C a comment between, with a real word
     &                  SUM )
      INTEGER COUNT
      REAL    PRICES( * ), SUM
      DO 10 I = 1, COUNT
         SUM = SUM + PRICES( I )
   10 CONTINUE
      END

c     Tells whether a cart is full! And 'so on.
      LOGICAL FUNCTION FULL( COUNT )
      INTEGER COUNT
      FULL = COUNT .GT.
     1       99
      END
