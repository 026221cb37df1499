/* Digraphs are brackets. */
%:define NAME(x) %:x
%:define TEXT(x) NAME(x)
struct pair <%
  int sides<:2:>;
%>;
