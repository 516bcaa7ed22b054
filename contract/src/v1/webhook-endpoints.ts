import { z } from 'zod'
import { call } from '../call.ts'
import { done, idParam, longPage, shortListPage } from '../scalars.ts'
import {
  deliveryList,
  endpointChange,
  endpointForm,
  endpointWithSecret,
  testedWebhook,
  webhookDelivery,
  webhookEndpoint,
} from '../webhooks.ts'

const params = z.strictObject({ id: idParam.describe('The endpoint’s ID.') })

/** Receiving events means reading them, so changes need both scopes. */
const mayChange = { audience: 'api', scope: 'invoices', alsoNeeds: 'read' } as const

export const listWebhookEndpoints = call({
  operationId: 'listWebhookEndpoints',
  method: 'GET',
  path: '/api/v1/webhook-endpoints',
  audience: 'api',
  scope: 'read',
  summary: 'List webhook endpoints',
  query: shortListPage,
  output: z.array(webhookEndpoint),
})

export const createWebhookEndpoint = call({
  operationId: 'createWebhookEndpoint',
  method: 'POST',
  path: '/api/v1/webhook-endpoints',
  ...mayChange,
  summary: 'Create a webhook endpoint. The response is the only place that shows its secret',
  body: endpointForm,
  output: endpointWithSecret,
  secret: true,
  errors: ['webhook-url-refused', 'too-many-webhooks', 'too-many-attempts'],
})

export const getWebhookEndpoint = call({
  operationId: 'getWebhookEndpoint',
  method: 'GET',
  path: '/api/v1/webhook-endpoints/:id',
  audience: 'api',
  scope: 'read',
  summary: 'Retrieve a webhook endpoint',
  params,
  output: webhookEndpoint,
  errors: ['not-found'],
})

export const changeWebhookEndpoint = call({
  operationId: 'changeWebhookEndpoint',
  method: 'PATCH',
  path: '/api/v1/webhook-endpoints/:id',
  ...mayChange,
  summary: 'Update, disable or enable a webhook endpoint that this API key created',
  params,
  body: endpointChange,
  output: webhookEndpoint,
  errors: ['not-found', 'webhook-not-manageable', 'webhook-url-refused'],
})

export const removeWebhookEndpoint = call({
  operationId: 'removeWebhookEndpoint',
  method: 'DELETE',
  path: '/api/v1/webhook-endpoints/:id',
  ...mayChange,
  summary: 'Delete a webhook endpoint that this API key created. Undelivered events stay in the event list',
  params,
  output: done,
  errors: ['not-found', 'webhook-not-manageable'],
})

export const rotateWebhookEndpointSecret = call({
  operationId: 'rotateWebhookEndpointSecret',
  method: 'POST',
  path: '/api/v1/webhook-endpoints/:id/rotate',
  ...mayChange,
  summary: 'Rotate the secret of an endpoint that this API key created. For 24 hours, deliveries are signed with both',
  params,
  output: endpointWithSecret,
  secret: true,
  errors: ['not-found', 'webhook-not-manageable'],
})

export const testWebhookEndpoint = call({
  operationId: 'testWebhookEndpoint',
  method: 'POST',
  path: '/api/v1/webhook-endpoints/:id/test',
  ...mayChange,
  summary: 'Send a `ping` event to a webhook endpoint',
  params,
  output: testedWebhook,
  errors: ['not-found', 'too-many-attempts'],
})

export const listWebhookDeliveries = call({
  operationId: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/v1/webhook-endpoints/:id/deliveries',
  audience: 'api',
  scope: 'read',
  summary: deliveryList.texts.list,
  params,
  query: z.strictObject({ ...longPage, ...deliveryList.filterShape, sort: deliveryList.sort }),
  output: z.array(webhookDelivery),
  errors: ['not-found'],
})

export const redeliverWebhook = call({
  operationId: 'redeliverWebhook',
  method: 'POST',
  path: '/api/v1/webhook-endpoints/:id/deliveries/:deliveryId/redeliver',
  ...mayChange,
  summary: 'Send a delivery again, with the same `webhook-id`',
  params: z.strictObject({ ...params.shape, deliveryId: idParam.describe('The delivery’s ID.') }),
  output: webhookDelivery,
  errors: ['not-found', 'too-many-attempts'],
})
