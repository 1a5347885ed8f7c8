/** The message to members who were given a coupon. */
import { type MessageType, messageType } from '#modules/platform/messages/server.ts'

export const couponGiven: MessageType = {
  code: 'coupon.given',
  group: 'interaction',
  label: { cn: '收到优惠券', en: 'Coupon received' },
  variables: { coupon: { cn: '优惠券', en: 'Coupon', example: { cn: '新学员立减 5 元', en: '5 off for newcomers' } } },
  defaultTemplate: {
    cn: { title: '您收到一张优惠券', body: '“{coupon}”已放入您的优惠券' },
    en: { title: 'You have a new coupon', body: '“{coupon}” is among your coupons' },
  },
  defaultChannels: ['site'],
}

export const couponMessages = [messageType(couponGiven)]
