#!/bin/sh
# Makes the key store of TestCertificate anew: an authority, three certificates signed by it, one by itself.
set -eu
store="$(dirname "$0")/src/main/resources/dev/arachne/testkit/certificates.p12"
names=dns:localhost,dns:*.test,dns:example.com
for i in 1 2 3 4 5 6 7 8 9; do names="$names,ip:127.0.0.$i"; done

make() {
  alias=$1
  shift
  keytool -genkeypair -keystore "$store" -storetype PKCS12 -storepass arachne -keyalg EC -groupname secp256r1 \
    -alias "$alias" -dname "CN=$alias" "$@"
}

rm -f "$store"
make authority -ext bc:c -startdate "2020/01/01 00:00:00" -validity 38000
make valid -signer authority -ext "san=$names" -startdate "2020/01/01 00:00:00" -validity 38000
make expired -signer authority -ext "san=$names" -startdate "2020/01/01 00:00:00" -validity 31
make wronghost -signer authority -ext san=dns:elsewhere.invalid -startdate "2020/01/01 00:00:00" -validity 38000
make selfsigned -ext "san=$names" -startdate "2020/01/01 00:00:00" -validity 38000
