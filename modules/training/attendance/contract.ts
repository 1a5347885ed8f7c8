/** Attendance of training classes: check-in lists, checking in, scanning, and what is kept of it. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'
import { checkInCalls } from './contract/check-ins.ts'
import { checkingInCalls } from './contract/checking-in.ts'
import { keepingCalls } from './contract/keeping.ts'
import { ownCalls } from './contract/own.ts'
import { scanningCalls } from './contract/scanning.ts'

/** Map `business-type`: class attendance. */
export const attendanceType = 9

export const attendance = contract({
  ...checkInCalls,
  ...checkingInCalls,
  ...scanningCalls,
  ...keepingCalls,
  ...ownCalls,
})
