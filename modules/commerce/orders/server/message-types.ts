/** The messages of orders: to buyers, and to those who run orders. */
import { type MessageType, messageType } from '#modules/platform/messages/server.ts'

const number = { cn: '订单编号', en: 'Order number', example: { cn: '202611280000000001', en: '202611280000000001' } }
const reason = { cn: '原因', en: 'Reason', example: { cn: '课程已下架', en: 'The course was taken down' } }
const amount = { cn: '金额', en: 'Amount', example: { cn: '19.99 学币', en: '19.99 coins' } }
const buyer = { cn: '购买人', en: 'Buyer', example: { cn: '李明', en: 'Li Ming' } }

export const orderClosed: MessageType = {
  code: 'order.closed',
  group: 'order',
  label: { cn: '订单被关闭', en: 'Order closed' },
  variables: { number, reason },
  defaultTemplate: {
    cn: { title: '订单已关闭', body: '您的订单 {number} 已被管理员关闭：{reason}' },
    en: { title: 'Order closed', body: 'An administrator has closed your order {number}: {reason}' },
  },
  defaultChannels: ['site'],
}

/** Of RMB: it is counted when the provider says so, and the buyer may have left by then. */
export const orderPaid: MessageType = {
  code: 'order.paid',
  group: 'order',
  label: { cn: '订单支付成功', en: 'Order paid' },
  variables: {
    number,
    items: { cn: '购买内容', en: 'Bought', example: { cn: '安全生产必修课', en: 'Safety at work' } },
    amount: { cn: '金额（元）', en: 'Amount (CNY)', example: { cn: '199.00', en: '199.00' } },
  },
  defaultTemplate: {
    cn: { title: '订单支付成功', body: '订单 {number} 已支付 {amount} 元：{items}' },
    en: { title: 'Your order is paid', body: 'CNY {amount} arrived for order {number}: {items}' },
  },
  defaultChannels: ['site', 'mail'],
}

export const orderShipped: MessageType = {
  code: 'order.shipped',
  group: 'order',
  label: { cn: '订单已发货', en: 'Order shipped' },
  variables: {
    number,
    parcel: { cn: '物流', en: 'Parcel', example: { cn: '顺丰 SF1234567890', en: 'SF 1234567890' } },
  },
  defaultTemplate: {
    cn: { title: '订单已发货', body: '您的订单 {number} 已发货：{parcel}' },
    en: { title: 'Order shipped', body: 'Your order {number} is on its way: {parcel}' },
  },
  defaultChannels: ['site'],
}

/** Of all that wait, once a day. */
export const ordersToShip: MessageType = {
  code: 'order.to-ship',
  group: 'order',
  label: { cn: '订单待发货', en: 'Orders to send' },
  variables: { count: { cn: '订单数', en: 'Number of orders', example: { cn: '12', en: '12' } } },
  defaultTemplate: {
    cn: { title: '有订单待发货', body: '待发货的订单：{count} 个' },
    en: { title: 'Orders wait to be sent', body: 'Orders that wait to be sent: {count}' },
  },
  defaultChannels: ['site'],
}

export const refundRequested: MessageType = {
  code: 'order.refund-requested',
  group: 'order',
  label: { cn: '退款申请', en: 'Refund requested' },
  variables: { number, amount, buyer },
  defaultTemplate: {
    cn: { title: '新的退款申请', body: '{buyer} 申请对订单 {number} 退款 {amount}' },
    en: { title: 'Refund requested', body: '{buyer} asks for {amount} back for order {number}' },
  },
  defaultChannels: ['site'],
}

export const refundDecided: MessageType = {
  code: 'order.refund-decided',
  group: 'order',
  label: { cn: '退款结果', en: 'Refund decided' },
  variables: {
    number,
    result: { cn: '结果', en: 'Result', example: { cn: '已退款 19.99 学币', en: '19.99 coins paid back' } },
  },
  defaultTemplate: {
    cn: { title: '退款结果', body: '订单 {number} 的退款申请：{result}' },
    en: { title: 'Refund decided', body: 'Your refund for order {number}: {result}' },
  },
  defaultChannels: ['site'],
}

export const orderMessages = [orderClosed, orderPaid, orderShipped, ordersToShip, refundRequested, refundDecided].map(
  messageType,
)
