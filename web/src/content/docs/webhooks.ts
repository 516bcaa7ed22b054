import type { Command } from './guide.ts'

export const sampleDelivery: Command = {
  id: 'sample-delivery',
  language: 'What you receive',
  syntax: 'http',
  text: `POST /webhooks HTTP/1.1
Content-Type: application/json; charset=utf-8
webhook-id: evt_3f1c6f0f5b8e4f7a9d2c1b0a99887766
webhook-timestamp: 1772357401
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{"id":"evt_3f1c6f0f5b8e4f7a9d2c1b0a99887766","type":"invoice.settled",
 "createdAt":"2026-03-01T09:30:00.000Z","data":{"invoiceId":"5JkUwQSy9vWVpmtTQ1u7rA","status":"settled"}}`,
}

/** The same check in several languages, using only their standard libraries. A test runs those that it can. */
export const verifications: readonly Command[] = [
  {
    id: 'verify-node',
    language: 'Node',
    syntax: 'javascript',
    text: `import { createHmac, timingSafeEqual } from 'node:crypto'

export function verify(secret, headers, body) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  return String(headers['webhook-signature']).split(' ').some((part) => {
    const given = Buffer.from(part.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`,
  },
  {
    id: 'verify-python',
    language: 'Python',
    syntax: 'python',
    text: `import base64, hashlib, hmac, time

def verify(secret: str, headers: dict, body: str) -> bool:
    # Frameworks spell header names differently.
    headers = {name.lower(): value for name, value in headers.items()}
    message_id = headers["webhook-id"]
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.{body}".encode()
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(
        hmac.compare_digest(part.removeprefix("v1,"), expected)
        for part in headers["webhook-signature"].split(" ")
    )`,
  },
  {
    id: 'verify-php',
    language: 'PHP',
    syntax: 'php',
    text: `<?php
// verify($secret, getallheaders(), file_get_contents('php://input'))
function verify(string $secret, array $headers, string $body): bool {
    // CGI and FPM spell header names differently.
    $headers = array_change_key_case($headers, CASE_LOWER);
    $id = $headers['webhook-id'];
    $timestamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $part) {
        if (hash_equals($expected, substr($part, strlen('v1,')))) {
            return true;
        }
    }
    return false;
}`,
  },
  {
    id: 'verify-go',
    language: 'Go',
    syntax: 'go',
    text: `package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
)

func Verify(secret string, header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := mac.Sum(nil)
	for _, part := range strings.Fields(header.Get("webhook-signature")) {
		given, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(part, "v1,"))
		if err == nil && hmac.Equal(given, expected) {
			return true
		}
	}
	return false
}`,
  },
]

export const rules: readonly { title: string; text: string }[] = [
  {
    title: 'Respond first, process later',
    text: 'Any 2xx status within 15 seconds counts as received. Everything else, including redirects, is retried. An endpoint that takes longer than 2 seconds, or is new, gets one event at a time until it has answered faster three times in a row.',
  },
  {
    title: 'Expect duplicates',
    text: 'Delivery is at least once. Every attempt has the same webhook-id, so keep track of the IDs you’ve handled.',
  },
  {
    title: 'Order is kept per invoice',
    text: 'Events about one invoice arrive in order, and so do those about another object, such as a withdrawal. If one is retried, later ones about the same invoice wait for it. Up to 5 requests arrive at once, each about another invoice. After 5 failures in a row, one is tried every 10 seconds until your endpoint answers again.',
  },
  {
    title: 'Retries continue for three days',
    text: 'After 5 and 30 seconds, 2, 10 and 30 minutes, 1, 3, 6, 12, 12, 12 and 26 hours. A Retry-After with 429 or 503 is respected, up to a day, and 410 disables the endpoint.',
  },
  {
    title: 'Rotate secrets without downtime',
    text: 'For 24 hours after a rotation, webhook-signature has two signatures, one for each secret. Accept the webhook if either one matches.',
  },
  {
    title: 'Events are kept for a year',
    text: 'Every event is saved, whether or not it was delivered. Catch up with the list of events, or resend a range from the Developer tab.',
  },
]

export const catchUp: Command = {
  id: 'catch-up',
  language: 'Shell',
  syntax: 'bash',
  text: `curl -sS "$BITQUAY_URL/api/v1/events?after=evt_3f1c6f0f5b8e4f7a9d2c1b0a99887766&limit=100" \\
  -H "Authorization: Bearer $BITQUAY_KEY"`,
}
