/** Goods of the points mall: its calls. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { mallCalls } from './contract/mall.ts'
import { managingCalls } from './contract/managing.ts'

export const goods = contract({ ...mallCalls, ...managingCalls })
