import type { Output } from '#kit/contract.ts'
import type { certificates } from '../../contract.ts'

export type TemplateRow = Output<typeof certificates.listTemplates>['items'][number]
