<?php
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
}
