import json, os, time, urllib.request

def call(method: str, path: str, body: dict | None = None, idempotency_key: str | None = None) -> dict:
    headers = {"Authorization": "Bearer " + os.environ["BITQUAY_KEY"]}
    if body is not None:
        headers["Content-Type"] = "application/json"
    if idempotency_key is not None:
        headers["Idempotency-Key"] = idempotency_key
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(os.environ["BITQUAY_URL"] + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)

# Your own number of the order. Running this again doesn't create a second invoice.
order_id = os.environ.get("ORDER_ID", "1001")
form = {"amount": "25.00", "currency": "USD", "orderId": order_id}
invoice = call("POST", "/api/v1/invoices", form, "order-" + order_id)
print("Pay at", invoice["checkoutLink"], flush=True)

# A shop learns of the payment by webhook. A first program can ask.
while invoice["status"] in ("new", "processing"):
    time.sleep(2)
    invoice = call("GET", "/api/v1/invoices/" + invoice["invoiceId"])
print("The invoice is", invoice["status"])
