using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;

var client = new HttpClient { BaseAddress = new Uri(Environment.GetEnvironmentVariable("BITQUAY_URL")!) };
client.DefaultRequestHeaders.Authorization =
    new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("BITQUAY_KEY"));

async Task<JsonNode> Call(HttpMethod method, string path, JsonObject? body = null, string? idempotencyKey = null)
{
    var request = new HttpRequestMessage(method, path);
    if (body != null) request.Content = new StringContent(body.ToJsonString(), Encoding.UTF8, "application/json");
    if (idempotencyKey != null) request.Headers.Add("Idempotency-Key", idempotencyKey);
    var response = await client.SendAsync(request);
    var answer = await response.Content.ReadAsStringAsync();
    return response.IsSuccessStatusCode ? JsonNode.Parse(answer)! : throw new Exception(answer);
}

// Your own number of the order. Running this again doesn't create a second invoice.
var orderId = Environment.GetEnvironmentVariable("ORDER_ID") ?? "1001";
var form = new JsonObject { ["amount"] = "25.00", ["currency"] = "USD", ["orderId"] = orderId };
var invoice = await Call(HttpMethod.Post, "/api/v1/invoices", form, $"order-{orderId}");
Console.WriteLine($"Pay at {invoice["checkoutLink"]}");

// A shop learns of the payment by webhook. A first program can ask.
while ((string?)invoice["status"] is "new" or "processing")
{
    await Task.Delay(2000);
    invoice = await Call(HttpMethod.Get, $"/api/v1/invoices/{invoice["invoiceId"]}");
}
Console.WriteLine($"The invoice is {invoice["status"]}");
