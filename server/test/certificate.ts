import { X509Certificate } from 'node:crypto'

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqDUu1pHchweVHgx+
Yai5NH56GjI8jI2EDVewHiUPOWmhRANCAAQPNf0Crycdv0OdruPr9oXreOEhRpc0
l3R5OpV+P2iOF3CLMbn0GQ+vJZd/ViB7SWPBODB9xfukv86OHClaTMQX
-----END PRIVATE KEY-----
`

const cert = `-----BEGIN CERTIFICATE-----
MIIBfjCCASOgAwIBAgIUZJRnVRDuAwnR5CyuMH9x+O430DUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMB4XDTI2MTExODA5MDMwN1oXDTM2MTExNTA5
MDMwN1owFDESMBAGA1UEAwwJMTI3LjAuMC4xMFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEDzX9Aq8nHb9Dna7j6/aF63jhIUaXNJd0eTqVfj9ojhdwizG59BkPryWX
f1Yge0ljwTgwfcX7pL/OjhwpWkzEF6NTMFEwHQYDVR0OBBYEFM9i9eSuLXyFItGS
3w5nORZA6FkHMB8GA1UdIwQYMBaAFM9i9eSuLXyFItGS3w5nORZA6FkHMA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAIe+SOOpPnFBlTphuDpLB5sc
Vsujl3KXR+uDV5hxUw4kAiEApvBK8n9tmMqaqoXg/qfQETdkFfYVg2/y1RQYE9nO
w4g=
-----END CERTIFICATE-----
`

/** A certificate of nobody, for a server on loopback. Tests move their clock to its end. */
export const testCertificate = { key, cert, endsAt: new Date(new X509Certificate(cert).validTo) }
