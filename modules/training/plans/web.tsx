/** The door of plans for the shell: training plans, and the costs and scores of a class. */
import { runsClasses } from '#modules/training/classes/contract/access.ts'
import type { WebModule } from '#web/module.ts'
import { managesPlans } from './contract/access.ts'

export const plansWeb: WebModule = {
  name: 'plans',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/admin/training-plans',
      title: { cn: '培训计划', en: 'Training plans' },
      screen: () => import('./web/admin/PlansPage.tsx'),
      layout: 'admin',
      access: managesPlans,
    },
    {
      path: '/admin/training-plans/:id',
      title: { cn: '培训计划', en: 'Training plan' },
      screen: () => import('./web/admin/PlanPage.tsx'),
      layout: 'admin',
      access: managesPlans,
    },
    {
      path: '/admin/classes/:id/costs',
      title: { cn: '班级费用与成绩', en: 'Costs and scores of a class' },
      screen: () => import('./web/admin/ClassCostsPage.tsx'),
      layout: 'admin',
      access: runsClasses,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'study',
      order: 39,
      title: { cn: '培训计划', en: 'Training plans' },
      icon: 'calendar',
      path: '/admin/training-plans',
      access: managesPlans,
    },
    {
      area: 'class',
      order: 70,
      title: { cn: '费用与成绩', en: 'Costs and scores' },
      icon: 'calendar',
      path: '/admin/classes/:id/costs',
      access: runsClasses,
    },
  ],
}
