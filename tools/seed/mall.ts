/** The points mall of the demonstration company: goods with pictures, and what members have got for their points. */
import sharp from 'sharp'
import { addressInput, buildAddresses } from '#modules/commerce/addresses/server/addresses.fixture.ts'
import { buildGoods, buildGoodsCategory, type GoodsInput } from '#modules/commerce/goods/server/goods.fixture.ts'
import { buildExchange } from '#modules/commerce/orders/server/orders.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { storeFile } from '#modules/platform/files/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { callerOf } from './callers.ts'
import { idOf } from './chance.ts'
import { demoCompanyId as companyId, type DemoMember, memberIdOf } from './companies.ts'
import { type GoodsDrawing, goodsDrawings } from './goods-drawings.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const pictureOf = (drawing: GoodsDrawing) => idOf(`goods picture ${drawing}`)

export async function storeGoodsPictures(connection: Connection, outside: Outside, now: number): Promise<void> {
  for (const [drawing, svg] of Object.entries(goodsDrawings)) {
    const content = await sharp(Buffer.from(svg)).jpeg({ quality: 84 }).toBuffer()
    const of = {
      id: pictureOf(drawing as GoodsDrawing),
      companyId,
      ownerId: memberIdOf('guanli'),
      kind: 'image' as const,
    }
    await storeFile(connection, outside, { ...of, name: `${drawing}.jpg`, content, now })
  }
}

const categories = ['办公好物', '生活用品', '虚拟权益']

interface Plan extends Omit<GoodsInput, 'companyId' | 'pictureIds' | 'categoryId' | 'now'> {
  readonly key: string
  readonly category: number
  readonly drawings: readonly GoodsDrawing[]
  readonly days: number
}

const text = (...paragraphs: readonly string[]) => paragraphs.map((one) => `<p>${one}</p>`).join('')

const plans: readonly Plan[] = [
  {
    ...{
      key: 'mug',
      category: 1,
      name: '书院定制保温杯 480 ml',
      points: 80_000,
      stock: 46,
      limitPerMember: 2,
      days: 30,
    },
    drawings: ['mug', 'mugOpen'],
    description: text('316 不锈钢内胆，保温 12 小时。', '杯身刻有书院标识，附赠礼盒。'),
  },
  {
    ...{ key: 'notebook', category: 0, name: '皮面笔记本（A5）', points: 30_000, stock: 120, days: 28 },
    drawings: ['notebook'],
    description: text('内页 192 页，方格与横线各半，可平摊书写。'),
  },
  {
    ...{
      key: 'lamp',
      category: 0,
      name: '护眼台灯',
      points: 50_000,
      coins: 2000,
      stock: 8,
      limitPerMember: 1,
      days: 21,
    },
    drawings: ['lamp'],
    description: text('三档色温，无频闪。积分和学币一起支付。'),
  },
  {
    ...{ key: 'headphones', category: 0, name: '降噪耳机', points: 260_000, stock: 0, limitPerMember: 1, days: 18 },
    drawings: ['headphones'],
    description: text('头戴式，主动降噪，续航 40 小时。'),
  },
  {
    ...{ key: 'umbrella', category: 1, name: '晴雨两用伞', points: 20_000, stock: 65, days: 15 },
    drawings: ['umbrella'],
    description: text('黑胶涂层，十骨加固。'),
  },
  {
    ...{
      key: 'backpack',
      category: 1,
      name: '通勤双肩包',
      points: 0,
      coins: 3000,
      stock: 20,
      limitPerMember: 1,
      days: 12,
    },
    drawings: ['backpack'],
    description: text('可放 15.6 英寸电脑，面料防泼水。'),
  },
  {
    ...{ key: 'coffee', category: 2, name: '咖啡兑换券', points: 5000, kind: 'codes', limitPerMember: 10, days: 9 },
    drawings: ['coffee'],
    codes: Array.from({ length: 40 }, (_, place) => `CAFE-${String(place * 7919 + 104_729).slice(-6)}`),
    description: text('公司一楼咖啡角任选一杯，出示兑换码即可。'),
  },
  {
    ...{ key: 'book', category: 2, name: '电子书任选一本', points: 8000, kind: 'text', stock: null, days: 6 },
    drawings: ['book'],
    handout: '请将书名发送至图书室邮箱 library@example.com，注明工号，三个工作日内发送到您的邮箱。',
    description: text('图书室电子书目录内任选一本。'),
  },
  {
    ...{ key: 'draft', category: 1, name: '新年礼盒（筹备中）', points: 120_000, stock: 200, status: 'draft', days: 1 },
    drawings: ['notebook', 'mug'],
    description: text('礼盒内容待定。'),
  },
]

const goodsIdOf = (key: string) => idOf(`goods ${key}`)

export async function seedMall(db: Connection, members: readonly DemoMember[], now: number): Promise<void> {
  const categoryIds: string[] = []
  for (const [place, name] of categories.entries())
    categoryIds.push((await buildGoodsCategory(db, { companyId, name, position: place + 1 })).id)
  for (const { key, category, drawings, days, ...plan } of plans)
    await buildGoods(db, {
      ...{ ...plan, id: goodsIdOf(key), companyId, categoryId: categoryIds[category] ?? null },
      ...{ pictureIds: drawings.map(pictureOf), createdBy: memberIdOf('guanli'), now: now - days * dayMs },
    })
  const organizationOf = new Map(members.map(({ id, organizationId }) => [id, organizationId]))
  const buyer = (name: string) => {
    const id = memberIdOf(name)
    return callerOf({ id, organizationId: organizationOf.get(id) ?? companyId })
  }
  const addressIds = new Map<string, string>()
  for (const [name, receiver] of [
    ['xueyuan', '林小满'],
    ['yanfa', '方屿'],
    ['jiangshi', '陆明谦'],
  ] as const) {
    const owner = { kind: 'person', id: memberIdOf(name) } as const
    const of = { companyId, owner, subject: '年度学习积分', now: now - 10 * dayMs }
    await buildIssue(db, { ...of, kind: 2, amount: 300_000n })
    const inputs = [addressInput({ receiver, isDefault: true })]
    const [addressId = ''] = await buildAddresses(db, { companyId, id: owner.id }, inputs, now - 9 * dayMs)
    addressIds.set(name, addressId)
  }
  const exchange = (
    name: string,
    key: string,
    days: number,
    parcel?: { by: ReturnType<typeof callerOf>; number: string },
  ) =>
    buildExchange(db, buyer(name), {
      ...{ goodsId: goodsIdOf(key), addressId: addressIds.get(name), now: now - days * dayMs - hourMs },
      ...(parcel && { parcel: { by: parcel.by, shippingCompany: '顺丰速运', trackingNumber: parcel.number } }),
    })
  const by = callerOf({ id: memberIdOf('guanli'), organizationId: companyId }, ['order.manage'])
  await exchange('xueyuan', 'mug', 3, { by, number: 'SF1420938475612' })
  await exchange('xueyuan', 'coffee', 2)
  await exchange('yanfa', 'notebook', 1)
  await exchange('jiangshi', 'umbrella', 0)
  await exchange('jiangshi', 'book', 0)
}
