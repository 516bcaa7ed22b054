package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"
)

type Invoice struct {
	InvoiceID    string `json:"invoiceId"`
	CheckoutLink string `json:"checkoutLink"`
	Status       string `json:"status"`
}

func call(method, path string, form map[string]string, idempotencyKey string) (invoice Invoice) {
	var body bytes.Buffer
	if form != nil {
		if err := json.NewEncoder(&body).Encode(form); err != nil {
			log.Fatal(err)
		}
	}
	request, err := http.NewRequest(method, os.Getenv("BITQUAY_URL")+path, &body)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("BITQUAY_KEY"))
	request.Header.Set("Content-Type", "application/json")
	if idempotencyKey != "" {
		request.Header.Set("Idempotency-Key", idempotencyKey)
	}
	client := http.Client{Timeout: time.Minute}
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != 200 {
		log.Fatal(string(answer), err)
	}
	if err := json.Unmarshal(answer, &invoice); err != nil {
		log.Fatal(err)
	}
	return invoice
}

func main() {
	// Your own number of the order. Running this again doesn't create a second invoice.
	orderID := os.Getenv("ORDER_ID")
	if orderID == "" {
		orderID = "1001"
	}
	form := map[string]string{"amount": "25.00", "currency": "USD", "orderId": orderID}
	invoice := call("POST", "/api/v1/invoices", form, "order-"+orderID)
	fmt.Println("Pay at", invoice.CheckoutLink)

	// A shop learns of the payment by webhook. A first program can ask.
	for invoice.Status == "new" || invoice.Status == "processing" {
		time.Sleep(2 * time.Second)
		invoice = call("GET", "/api/v1/invoices/"+invoice.InvoiceID, nil, "")
	}
	fmt.Println("The invoice is", invoice.Status)
}
