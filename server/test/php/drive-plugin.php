<?php
// Runs BTCPay's WooCommerce plugin with stand-ins for WordPress. One command per process, the shop's state is a file.
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
require getenv('BTCPAY_PHP') . '/src/autoload.php';
spl_autoload_register(function ($class) {
    $file = getenv('WOO_PLUGIN') . '/src/' . str_replace(['BTCPayServer\\WC\\', '\\'], ['', '/'], $class) . '.php';
    if (strpos($class, 'BTCPayServer\\WC\\') === 0 && file_exists($file)) require_once $file;
});

define('BTCPAYSERVER_VERSION', 'test');
define('BTCPAYSERVER_PLUGIN_ID', 'btcpay-greenfield-for-woocommerce');
define('BTCPAYSERVER_PLUGIN_URL', 'https://shop.example.test/');
define('BTCPAYSERVER_PLUGIN_FILE_PATH', sys_get_temp_dir() . '/');
define('MINUTE_IN_SECONDS', 60);

$state = json_decode((string) @file_get_contents(getenv('SHOP_STATE')), true) ?: ['options' => [], 'orders' => [], 'log' => []];

function get_option($name, $default = false) { global $state; return $state['options'][$name] ?? $default; }
function update_option($name, $value) { global $state; $state['options'][$name] = $value; return true; }
function get_transient($name) { return false; }
function set_transient($name, $value, $seconds = 0) { return true; }
function delete_transient($name) { return true; }
function __($text, $domain = '') { return $text; }
function _x($text, $context, $domain = '') { return $text; }
function add_action(...$arguments) { return true; }
function sanitize_html_class($name) { return preg_replace('/[^A-Za-z0-9_-]/', '', $name); }
function wc_get_price_decimals() { return 2; }
function wc_get_price_decimal_separator() { return '.'; }
function wc_get_price_thousand_separator() { return ','; }
function wc_print_r($value, $return) { return print_r($value, $return); }
function wc_get_order($id) { return new WC_Order($id); }
function wc_get_orders($query) {
    global $state;
    $found = array_filter($state['orders'], fn ($order) => ($order['meta'][$query['meta_key']] ?? null) === $query['meta_value']);
    return array_map(fn ($id) => new WC_Order($id), array_keys($found));
}
function WC() {
    return new class {
        public function api_request_url($name) { return getenv('SHOP_HOOK'); }
    };
}

class WC_Logger {
    public function debug($message, $context) { global $state; $state['log'][] = $message; }
}
class WP_Error {
    public function __construct(public string $code, public string $message) {}
}
abstract class WC_Payment_Gateway {
    public $id; public $icon; public $has_fields; public $order_button_text; public $title; public $description;
    public $method_title; public $method_description; public $supports; public $form_fields; public $settings = [];
    public function init_settings() {}
    public function get_option($name, $default = '') { return $default; }
    public function get_return_url($order) { return 'https://shop.example.test/order/' . $order->get_id(); }
}
class WC_Order {
    public function __construct(private $id) {}
    private function &row() { global $state; return $state['orders'][$this->id]; }
    public function get_id() { return (int) $this->id; }
    public function get_order_number() { return (string) $this->id; }
    public function get_currency() { return 'USD'; }
    public function get_total() { return $this->row()['total']; }
    public function get_cart_tax() { return '0'; }
    public function get_edit_order_url() { return 'https://shop.example.test/edit/' . $this->id; }
    public function get_checkout_order_received_url() { return 'https://shop.example.test/received/' . $this->id; }
    public function get_billing_email() { return $this->row()['email']; }
    public function get_formatted_billing_full_name() { return 'Ada Payer'; }
    public function get_payment_method() { return 'btcpaygf_default'; }
    public function get_status() { return $this->row()['status']; }
    public function has_status($statuses) { return in_array($this->get_status(), (array) $statuses, true); }
    public function update_status($status) { $row = &$this->row(); $row['status'] = str_replace('wc-', '', $status); }
    public function payment_complete() { $this->update_status('processing'); }
    public function add_order_note($note, $public = 0) { $row = &$this->row(); $row['notes'][] = $note; }
    public function get_meta($name) { return $this->row()['meta'][$name] ?? ''; }
    public function update_meta_data($name, $value) { $row = &$this->row(); $row['meta'][$name] = $value; }
    public function add_meta_data($name, $value, $unique) { $this->update_meta_data($name, $value); }
    public function save() {}
    public function __call($name, $arguments) { return ''; }
}

/** The plugin's own class, whose webhook method is protected. */
class Gateway extends BTCPayServer\WC\Gateway\DefaultGateway {
    public function getIcon(): string { return ''; }
    public function receive(string $body, string $signature) {
        if (!$this->apiHelper->validWebhookRequest($signature, $body)) throw new Exception('The signature is wrong');
        $event = json_decode($body, false, 512, JSON_THROW_ON_ERROR);
        $orders = wc_get_orders(['meta_key' => 'BTCPay_id', 'meta_value' => $event->invoiceId]);
        if (count($orders) === 1) $this->processOrderStatus($orders[0], $event);
    }
}

use BTCPayServer\WC\Helper\GreenfieldApiHelper;
use BTCPayServer\WC\Helper\GreenfieldApiWebhook;

$command = json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR);
if ($command['do'] === 'connect') {
    foreach (['url', 'api_key', 'store_id'] as $name) update_option('btcpay_gf_' . $name, $command[$name]);
    update_option('btcpay_gf_send_customer_data', 'yes');
    update_option('btcpay_gf_separate_gateways', 'yes');
    $helper = new GreenfieldApiHelper();
    $current = (new BTCPayServer\Client\ApiKey($command['url'], $command['api_key']))->getCurrent();
    $authorization = new BTCPayServer\WC\Helper\GreenfieldApiAuthorization($current->getData());
    GreenfieldApiWebhook::registerWebhook($command['url'], $command['api_key'], $command['store_id']);
    $answer = [
        'works' => GreenfieldApiHelper::checkApiKeyWorks(),
        'permissions' => $authorization->hasRequiredPermissions() && $authorization->hasSingleStore(),
        'refunds' => $helper->serverSupportsRefunds() && $helper->apiKeyHasRefundPermission(),
        'webhook' => GreenfieldApiWebhook::webhookExists($command['url'], $command['api_key'], $command['store_id']),
        'gateways' => array_column(GreenfieldApiHelper::supportedPaymentMethods(), 'symbol'),
    ];
} elseif ($command['do'] === 'pay') {
    $state['orders'][$command['order']] ??= [
        'total' => $command['total'], 'email' => $command['email'], 'status' => 'pending', 'meta' => [], 'notes' => [],
    ];
    $answer = (new Gateway())->process_payment($command['order']);
} elseif ($command['do'] === 'receive') {
    (new Gateway())->receive($command['body'], $command['signature']);
    $answer = true;
} elseif ($command['do'] === 'refund') {
    $refunded = (new Gateway())->process_refund($command['order'], $command['amount'], $command['reason']);
    $answer = $refunded instanceof WP_Error ? $refunded->message : $refunded;
} else {
    $answer = $state;
}
file_put_contents(getenv('SHOP_STATE'), json_encode($state, JSON_THROW_ON_ERROR));
echo json_encode($answer, JSON_THROW_ON_ERROR);
