/** What finance keeps of a member: totals of what they bought on a day, for the number of buyers. The orders themselves are collected
 * by orders, and accounts must be kept. */
import { personalData } from '#server/personal-data.ts'

export const financePersonalData = personalData({
  module: 'finance',
  collect: async () => [],
  erase: async () => {},
})
