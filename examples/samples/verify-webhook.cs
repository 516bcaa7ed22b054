using System.Security.Cryptography;
using System.Text;

public static class Webhooks
{
    // In ASP.NET Core: Verify(secret, name => request.Headers[name], body)
    public static bool Verify(string secret, Func<string, string?> header, string body)
    {
        var (id, timestamp) = (header("webhook-id"), header("webhook-timestamp"));
        if (!long.TryParse(timestamp, out var seconds)) return false;
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - seconds) > 300) return false;
        var key = Convert.FromBase64String(secret.Replace("whsec_", ""));
        var expected = HMACSHA256.HashData(key, Encoding.UTF8.GetBytes($"{id}.{timestamp}.{body}"));
        return (header("webhook-signature") ?? "").Split(' ').Any(part =>
        {
            var given = new byte[expected.Length];
            return part.StartsWith("v1,")
                && Convert.TryFromBase64String(part[3..], given, out var length)
                && length == expected.Length
                && CryptographicOperations.FixedTimeEquals(given, expected);
        });
    }
}
