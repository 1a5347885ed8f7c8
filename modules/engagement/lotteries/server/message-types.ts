/** The message that a lottery sends its participants when it is published. */
import type { MessageType } from '#modules/platform/messages/server.ts'

export const lotteryPublished: MessageType = {
  code: 'lottery.published',
  group: 'interaction',
  label: { cn: '新抽奖', en: 'New lottery' },
  variables: { lottery: { cn: '抽奖名称', en: 'Lottery', example: { cn: '年会抽奖', en: 'Annual party' } } },
  defaultTemplate: {
    cn: { title: '抽奖：{lottery}', body: '您可以参加抽奖《{lottery}》，请在活动时间内抽取。' },
    en: { title: 'Lottery: {lottery}', body: 'You may draw in the lottery “{lottery}” while it is open.' },
  },
  defaultChannels: ['site'],
}
