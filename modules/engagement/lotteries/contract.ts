/** Lotteries: their calls. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { drawingCalls } from './contract/drawing.ts'
import { managingCalls } from './contract/managing.ts'

/** Map `business-type`: the QR code that opens a lottery, and the one by which members join it. */
export const lotteryType = 7
export const attendanceType = 10

export const lotteries = contract({ ...drawingCalls, ...managingCalls })
