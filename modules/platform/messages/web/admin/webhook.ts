import type { Output } from '#kit/contract.ts'
import type { messages } from '../../contract.ts'

export type Webhook = Output<typeof messages.listWebhooks>['items'][number]
