@echo off
REM Builds the shop.
:: more words
setlocal
set LIMIT=3
set "NAME=x"
call :build release
call lib.bat
goto end
:build
echo building %1
if exist x (echo y) else (goto :fail)
exit /b 0
:fail
:end
