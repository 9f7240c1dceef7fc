/** A subclass inherits the declarations of its parent, without repeating them. */
import {
  type ActionCallOf,
  ApiResource,
  ResourceIntent,
  UiSurface,
  WorkflowAction,
} from 'corollary'
import { describe, expect, test } from 'vitest'
import { Base, compiled, plain, printed, Tickets } from './markers.js'

describe('subclasses of a resource class', () => {
  @ApiResource({ title: 'Child' })
  class Child extends Tickets {
    @WorkflowAction({ title: 'Reopen', order: 1 })
    reopen(_call: ActionCallOf<typeof Base>) {}

    @WorkflowAction({ title: 'Close otherwise' })
    override closeAll() {}

    @ResourceIntent({ title: 'Give' })
    @UiSurface({ title: 'Give' })
    give = Base.patch({ owner: '.' })
  }
  const only = (resource: object) => compiled(resource).resources[0]!

  test('a subclass has the declarations of its parent, and its own', () => {
    const child = only(new Child())
    expect(child.title).toBe('Child')
    expect([...child.actions.keys()]).toEqual(['close-now', 'close-all', 'sweep', 'reopen'])
    expect(child.actions.get('close-all')).toMatchObject({ title: 'Close otherwise', kind: 'ITEM' })
    expect([...child.intents.keys()]).toEqual(['rename-it', 'give'])
    expect(child.surfaces.map(({ id }) => id)).toContain('give')
  })

  test('a subclass does not change its parent', () => {
    only(new Child())
    const parent = only(new Tickets())
    expect(parent.title).toBe('Tickets')
    expect([...parent.actions.keys()]).toEqual(['close-now', 'close-all', 'sweep'])
    expect(parent.actions.get('close-all')).toMatchObject({ title: 'Close all', kind: 'BULK' })
    expect([...parent.intents.keys()]).toEqual(['rename-it'])
    expect(parent.surfaces.map(({ id }) => id)).not.toContain('give')
    expect(printed(compiled(new Tickets()))).toEqual(printed(compiled(plain)))
  })

  test('sibling subclasses are independent', () => {
    @ApiResource({ title: 'Sister' })
    class Sister extends Tickets {
      @WorkflowAction({ title: 'Wait' })
      wait(_call: ActionCallOf<typeof Base>) {}
    }
    expect([...only(new Sister()).actions.keys()]).not.toContain('reopen')
    expect([...only(new Child()).actions.keys()]).not.toContain('wait')
  })

  test('a subclass runs overridden methods, with its own private members', async () => {
    const performed: string[] = []
    @ApiResource()
    class Parent extends Base {
      #name = 'parent'
      @WorkflowAction({ title: 'Go' })
      go(_call: ActionCallOf<typeof Base>) {
        performed.push(`${this.#name} ${this.word()}`)
      }
      word(): string {
        return 'one'
      }
    }
    @ApiResource()
    class Heir extends Parent {
      override word(): string {
        return 'two'
      }
    }
    const call = {} as never
    await only(new Parent()).actions.get('go')!.perform(call)
    await only(new Heir()).actions.get('go')!.perform(call)
    expect(performed).toEqual(['parent one', 'parent two'])
  })
})
