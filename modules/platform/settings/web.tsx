/** Settings' door for the shell: the switches screen, the company's look, and the loads of the learner's areas. */
import { call } from '#web/api/query.ts'
import { appState } from '#web/app-state.ts'
import type { Guard, WebModule } from '#web/module.ts'
import { managesSettings } from './contract/access.ts'
import { settings } from './contract.ts'
import { loadLook } from './web/look.ts'

const AREAS = ['center', 'share-', 'publish', 'column', 'learncoin', 'member', 'output', 'knowledge-list']

async function ruleValue(key: string): Promise<Record<string, unknown>> {
  const { value } = await call(settings.ruleValue, { query: { key } }, { quiet: true, whileBusy: 'fail' })
  return value
}

const isOn = (value: unknown) => String(value) === '1'

/** The menus ask for it before any area is entered. */
async function loadCircleSwitch(): Promise<void> {
  const { knowledgeCircleShowSwitch } = await ruleValue('KNOWLEDGE_OPERATION_CONFIG')
  appState.set({ communityIsOpen: isOn(knowledgeCircleShowSwitch) })
}

/** The five loads before the areas of the member's own things (SHELL-028, SHELL-030 to SHELL-033). */
const areaLoads: Guard = {
  name: 'area-loads',
  once: true,
  appliesTo: ({ path }) => AREAS.some((area) => path.slice(1).startsWith(area)),
  async enter() {
    const [currency, reward, recommend, share, circle] = await Promise.all([
      ruleValue('CURRENCY_RULE_CONFIG'),
      ruleValue('CURRENCY_REWARD_RULE_CONFIG'),
      call(settings.recommendSwitch, {}, { quiet: true, whileBusy: 'fail' }),
      ruleValue('SHARE_CONFIG'),
      ruleValue('KNOWLEDGE_OPERATION_CONFIG'),
    ])
    appState.set({
      currencyName: String(currency.currencyName ?? ''),
      rewardConfig: reward,
      daGuanStatus: recommend.daGuanStatus,
      shareConfig: share,
      shareBlackList:
        String(share.blackList ?? '')
          .match(/\d+/g)
          ?.map(Number) ?? [],
      communityIsOpen: isOn(circle.knowledgeCircleShowSwitch),
    })
    return undefined
  },
}

export const settingsWeb: WebModule = {
  name: 'settings',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/manage/settings',
      title: { cn: '功能开关', en: 'Switches' },
      screen: () => import('./web/admin/SwitchesPage.tsx'),
      layout: 'admin',
      access: managesSettings,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'system',
      order: 10,
      title: { cn: '功能开关', en: 'Switches' },
      icon: 'settings',
      path: '/manage/settings',
      access: managesSettings,
    },
  ],
  guards: [areaLoads],
  whenSignedIn: async () => void (await Promise.all([loadLook(), loadCircleSwitch()])),
}
