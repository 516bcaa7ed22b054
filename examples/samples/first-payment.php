<?php
function call(string $method, string $path, ?array $body = null, ?string $idempotencyKey = null): array {
    $headers = ['Authorization: Bearer ' . getenv('BITQUAY_KEY')];
    $request = curl_init(getenv('BITQUAY_URL') . $path);
    if ($body !== null) {
        $headers[] = 'Content-Type: application/json';
        curl_setopt($request, CURLOPT_POSTFIELDS, json_encode($body));
    }
    if ($idempotencyKey !== null) {
        $headers[] = "Idempotency-Key: $idempotencyKey";
    }
    curl_setopt_array($request, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => $headers,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 60,
    ]);
    $answer = curl_exec($request);
    if ($answer === false || curl_getinfo($request, CURLINFO_RESPONSE_CODE) !== 200) {
        throw new RuntimeException($answer === false ? curl_error($request) : $answer);
    }
    return json_decode($answer, true);
}

// Your own number of the order. Running this again doesn't create a second invoice.
$orderId = getenv('ORDER_ID') ?: '1001';
$form = ['amount' => '25.00', 'currency' => 'USD', 'orderId' => $orderId];
$invoice = call('POST', '/api/v1/invoices', $form, "order-$orderId");
echo "Pay at {$invoice['checkoutLink']}\n";

// A shop learns of the payment by webhook. A first program can ask.
while (in_array($invoice['status'], ['new', 'processing'], true)) {
    sleep(2);
    $invoice = call('GET', "/api/v1/invoices/{$invoice['invoiceId']}");
}
echo "The invoice is {$invoice['status']}\n";
