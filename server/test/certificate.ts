import { X509Certificate } from 'node:crypto'

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg9QrR9w/WG5x03gYC
04AO2i0BsXrzos275cyGM701BxKhRANCAAT1vPdFinUlSyrVWLsPji/1JvrpDLkK
kZFSQtWK3iu7HhbzQmYanb5X1L54TY8P9l64ju1klHgkShmLvgyLs0Qb
-----END PRIVATE KEY-----
`

const cert = `-----BEGIN CERTIFICATE-----
MIIBlDCCATmgAwIBAgIUDZiCSjPlO4CK/86uSs0UJODUF/YwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI2MTExODIwMzgyN1oXDTM2MTExNTIw
MzgyN1owFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAE9bz3RYp1JUsq1Vi7D44v9Sb66Qy5CpGRUkLVit4rux4W80JmGp2+V9S+
eE2PD/ZeuI7tZJR4JEoZi74Mi7NEG6NpMGcwHQYDVR0OBBYEFE+2aa83FKyhDxcA
O7cPEhpVCxS6MB8GA1UdIwQYMBaAFE+2aa83FKyhDxcAO7cPEhpVCxS6MA8GA1Ud
EwEB/wQFMAMBAf8wFAYDVR0RBA0wC4IJbG9jYWxob3N0MAoGCCqGSM49BAMCA0kA
MEYCIQDfTbghSgqnJOPIiIW3CSWmRWtdOnaeM+CF8X3+6+5KewIhAP0p7Ic56j3q
L/endkTL7V1nmFdC1vQ6nYSPDwX0e+YC
-----END CERTIFICATE-----
`

/** A certificate that nobody signed, for `localhost` by name and not by address. Tests move their clock to its end. */
export const testCertificate = { key, cert, endsAt: new Date(new X509Certificate(cert).validTo) }
