@echo off
rem Starts Arachne on Windows. JAVA_HOME is the home of a JDK 25 or newer; else java is taken from the PATH.
setlocal
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"
"%JAVA%" -XX:+UseCompactObjectHeaders -XX:+UseSerialGC %ARACHNE_JAVA_OPTS% -jar "%~dp0..\lib\arachne.jar" %*
exit /b %ERRORLEVEL%
