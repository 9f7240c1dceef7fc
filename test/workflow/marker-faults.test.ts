/** What markers, actions and guards get wrong is told at start, each with what is wrong. */
import {
  type ActionCallOf,
  ApiResource,
  ResourceIntent,
  UiSurface,
  WorkflowAction,
} from 'corollary'
import { describe, expect, test } from 'vitest'
import { desk, faultsOf, spec } from './tickets.js'

const Base = desk.resourceClass('tickets', { ...spec, stateField: 'state' })

describe('a class', () => {
  test('without @ApiResource', () => {
    class Unmarked extends Base {}
    expect(faultsOf(new Unmarked())).toEqual(['KEY_INVALID tickets'])
  })

  test('with a misspelt restriction of an intent', () => {
    @ApiResource()
    class Tickets extends Base {
      @ResourceIntent({ title: 'Rename', authority: ['boss'] } as never)
      rename = Base.patch({ title: '.' })
    }
    expect(faultsOf(new Tickets())).toEqual(['MEMBER_UNKNOWN tickets.guards.rename.authority'])
  })

  test('with markers that say nothing', () => {
    @ApiResource()
    class Tickets extends Base {
      @ResourceIntent(undefined as never)
      rename = Base.patch({ title: '.' })

      @WorkflowAction({} as { title: string })
      close(_call: ActionCallOf<typeof Base>) {}
    }
    expect(faultsOf(new Tickets())).toEqual([
      'MEMBER_INVALID tickets.intents.rename.title',
      'MEMBER_INVALID tickets.actions.close.title',
      'GUARD_INVALID tickets.guards.rename',
    ])
  })

  test('with a surface on an action', () => {
    @ApiResource()
    class Tickets extends Base {
      @UiSurface({ title: 'Close' })
      @WorkflowAction({ title: 'Close' })
      close(_call: ActionCallOf<typeof Base>) {}
    }
    expect(faultsOf(new Tickets())).toEqual(['SURFACE_INVALID tickets.surfaces.close'])
  })

  test('with a surface of nothing', () => {
    @ApiResource()
    class Tickets extends Base {
      @UiSurface({ title: 'Overview' })
      overView = 1
    }
    expect(faultsOf(new Tickets())).toEqual(['SURFACE_INVALID tickets.surfaces.over-view'])
  })

  test('with an action that is an intent already', () => {
    @ApiResource()
    class Tickets extends desk.resourceClass('tickets', {
      ...spec,
      intents: { 'close-it': { title: 'Close', fields: { title: '.' } } },
    }) {
      @WorkflowAction({ title: 'Close' })
      closeIt(_call: ActionCallOf<typeof Base>) {}
    }
    expect(faultsOf(new Tickets())).toEqual(['DUPLICATE tickets.actions.close-it'])
  })

  test('with an action that is an operation already', () => {
    @ApiResource()
    class Tickets extends Base {
      @WorkflowAction({ title: 'Export' })
      export(_call: ActionCallOf<typeof Base>) {}
    }
    expect(faultsOf(new Tickets())).toEqual(['DUPLICATE tickets.actions.export'])
  })

  test('with an intent whose name others have', () => {
    @ApiResource()
    class Tickets extends Base {
      @ResourceIntent({ title: 'Surfaces' })
      surfaces = Base.patch({ title: '.' })
    }
    expect(faultsOf(new Tickets())).toContain('KEY_INVALID tickets.intents.surfaces')
  })

  test('whose marked member no instance shows', () => {
    @ApiResource()
    class Private extends Base {
      @WorkflowAction({ title: 'Close' })
      #close(_call: ActionCallOf<typeof Base>) {}
      closeIt = () => this.#close
    }
    @ApiResource()
    class Static extends Base {
      @WorkflowAction({ title: 'Close' })
      static close(_call: ActionCallOf<typeof Base>) {}
    }
    expect(faultsOf(new Private())).not.toEqual([])
    expect(faultsOf(new Static())).not.toEqual([])
  })

  test('two of whose members have one name on the wire', () => {
    @ApiResource()
    class Tickets extends Base {
      @WorkflowAction({ title: 'Close all' })
      closeAll(_call: ActionCallOf<typeof Base>) {}

      @WorkflowAction({ title: 'Close ALL' })
      closeALL(_call: ActionCallOf<typeof Base>) {}
    }
    expect(faultsOf(new Tickets())).toEqual(['DUPLICATE tickets.actions.close-all'])
  })
})
