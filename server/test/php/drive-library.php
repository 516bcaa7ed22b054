<?php
// Drives BTCPay's published PHP library against a server and prints what it read as JSON.
declare(strict_types=1);

use BTCPayServer\Client\ApiKey;
use BTCPayServer\Client\Invoice;
use BTCPayServer\Client\InvoiceCheckoutOptions;
use BTCPayServer\Client\PullPayment;
use BTCPayServer\Client\Server;
use BTCPayServer\Client\Store;
use BTCPayServer\Client\StorePaymentMethod;
use BTCPayServer\Client\StoreRate;
use BTCPayServer\Client\Webhook;
use BTCPayServer\Util\PreciseNumber;

error_reporting(E_ALL & ~E_DEPRECATED);
require getenv('BTCPAY_PHP') . '/src/autoload.php';

[$url, $key, $storeId, $hook] = [getenv('SHOP_URL'), getenv('SHOP_KEY'), getenv('SHOP_STORE'), getenv('SHOP_HOOK')];

$invoices = new Invoice($url, $key);
$webhooks = new Webhook($url, $key);
$pullPayments = new PullPayment($url, $key);

$checkout = new InvoiceCheckoutOptions();
$checkout->setRedirectURL('https://shop.example.test/thanks');
$checkout->setPaymentMethods(['BTC_CHAIN', 'BTC_LN']);
$created = $invoices->createInvoice(
    $storeId, 'USD', PreciseNumber::parseString('12.50'), 'php-1', 'php@example.test', ['itemDesc' => 'Rope'], $checkout
);
$read = $invoices->getInvoice($storeId, $created->getId());
$updated = $invoices->updateInvoice($storeId, $created->getId(), ['orderId' => 'php-2']);
$methods = array_map(fn ($method) => $method->getPaymentMethod(), $invoices->getPaymentMethods($storeId, $created->getId()));
$listed = $invoices->getInvoicesByOrderIds($storeId, ['php-2']);
$marked = $invoices->markInvoiceStatus($storeId, $created->getId(), 'Invalid');

$webhook = $webhooks->createWebhook($storeId, $hook, ['InvoiceSettled'], null);
$secret = $webhook->getData()['secret'];
$changed = $webhooks->updateWebhook($storeId, $hook, $webhook->getData()['id'], ['InvoiceSettled', 'InvoiceExpired'], true, true, $secret);
$webhooks->deleteWebhook($storeId, $webhook->getData()['id']);

try {
    $pullPayments->createPullPayment($storeId, 'Refund of nothing', PreciseNumber::parseString('1'), 'USD', null, null, false, null, null, ['BTC_CHAIN']);
    $refused = null;
} catch (\Throwable $error) {
    $refused = $error->getMessage();
}

echo json_encode([
    'version' => (new Server($url, $key))->getInfo()->getVersion(),
    'permissions' => (new ApiKey($url, $key))->getCurrent()->getData()['permissions'],
    'stores' => array_map(fn ($store) => $store->getId(), (new Store($url, $key))->getStores()),
    'gateways' => array_map(fn ($method) => $method->getData()['paymentMethod'], (new StorePaymentMethod($url, $key))->getPaymentMethods($storeId)),
    'rates' => count((new StoreRate($url, $key))->getRates($storeId, ['BTC_USD', 'BTC_SATS'])->all()),
    'status' => $read->getStatus(),
    'methods' => $methods,
    'orderId' => $updated->getData()['metadata']['orderId'],
    'listed' => count($listed->all()),
    'marked' => $marked->getData()['status'],
    'events' => $changed->getData()['authorizedEvents']['specificEvents'],
    'webhooks' => count($webhooks->getStoreWebhooks($storeId)->all()),
    'pullPayments' => count($pullPayments->getStorePullPayments($storeId, true)->all()),
    'refused' => $refused,
], JSON_THROW_ON_ERROR);
