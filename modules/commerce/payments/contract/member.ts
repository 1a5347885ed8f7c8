import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Nullable, OneOf, OptionalText, OptionalTitle } from '#kit/schema.ts'
import { PAYMENT_STATE, TEST_PAYMENT_OFF } from './codes.ts'
import { NextStep, Provider, paymentFields, Receipt } from './shapes.ts'

const OwnPayment = Type.Object({
  ...paymentFields,
  isTest: Type.Boolean({ description: 'nothing is really paid' }),
  counts: Nullable(Type.Boolean({ description: 'false: it came too late and is given back' })),
  next: Nullable(NextStep),
  page: Nullable(Type.String({ description: 'where the buyer sees what is paid for' })),
  failure: Type.String({ description: 'what the provider says' }),
  receipts: Type.Array(Receipt),
})

/** What the buyer of a test payment lets happen. */
export const testOutcomes = ['paid', 'failed', 'late', 'doubled'] as const

export const memberContract = contract({
  paymentProviders: {
    method: 'GET',
    path: '/payment/provider',
    summary: 'The providers by which the caller can pay',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(Type.Object({ provider: Provider, isTest: Type.Boolean() })) }),
  },
  ownPayment: {
    method: 'GET',
    path: '/payment/{id}',
    summary: 'A payment of the caller: its state, and what to do next',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    response: OwnPayment,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  sendReceipt: {
    method: 'POST',
    path: '/payment/{id}/receipt',
    summary: 'The receipt of a transfer, with the files that the caller has uploaded',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    body: Body({
      fileIds: Type.Array(Id, { minItems: 1, maxItems: 5, uniqueItems: true }),
      payer: OptionalTitle(100),
      note: OptionalText(500),
    }),
    response: OwnPayment,
    errors: [NOT_FOUND, PAYMENT_STATE],
    rate: { max: 30, windowSeconds: 600 },
  },
  testPayment: {
    method: 'POST',
    path: '/payment/{id}/test',
    summary: 'What the test provider is to answer',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    body: Body({ outcome: OneOf(testOutcomes) }),
    response: OwnPayment,
    errors: [NOT_FOUND, PAYMENT_STATE, TEST_PAYMENT_OFF],
    rate: { max: 60, windowSeconds: 60 },
  },
})
