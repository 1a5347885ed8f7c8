/** The notifications about coins and points. */
import { type MessageType, messageType } from '#modules/platform/messages/server.ts'

const received: MessageType = {
  code: 'currency.received',
  group: 'account',
  label: { cn: '学币与积分到账', en: 'Coins or points received' },
  variables: { from: { cn: '来源', en: 'from', example: { cn: '云帆讲师团', en: 'Lecturers of Yunfan' } } },
  defaultTemplate: {
    cn: { title: '{from}给您发放了一笔', body: '{from}给您发放的学币或积分已到账，可在交易明细中查看。' },
    en: {
      title: '{from} sent you coins or points',
      body: '{from} sent you coins or points. See the amount in your records.',
    },
  },
  defaultChannels: ['site'],
}

const expiring: MessageType = {
  code: 'currency.expiring',
  group: 'account',
  label: { cn: '学币与积分即将过期', en: 'Coins or points expire soon' },
  variables: { at: { cn: '过期时间', en: 'when', example: { cn: '2026年12月1日', en: '1 Dec 2026' } } },
  defaultTemplate: {
    cn: { title: '部分余额即将过期', body: '您有一部分余额将于{at}过期，请及时使用。' },
    en: {
      title: 'Part of your balance expires soon',
      body: 'Part of your balance expires on {at}. Use it before then.',
    },
  },
  defaultChannels: ['site'],
}

const broken: MessageType = {
  code: 'currency.proof-failed',
  group: 'system',
  label: { cn: '账目核对异常', en: 'Ledger check failed' },
  variables: { count: { cn: '问题数', en: 'problems', example: { cn: '1', en: '1' } } },
  defaultTemplate: {
    cn: { title: '账目核对发现 {count} 处异常', body: '学币与积分的账目核对发现 {count} 处异常，请尽快查看。' },
    en: {
      title: 'Ledger check: {count} problems',
      body: 'Problems found in the ledger of coins and points: {count}. Please look into them soon.',
    },
  },
  defaultChannels: ['site', 'mail'],
  mandatory: true,
  permission: 'currency.manage',
}

export const messageTypes = [messageType(received), messageType(expiring), messageType(broken)]
