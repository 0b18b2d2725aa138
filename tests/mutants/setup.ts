import fc from 'fast-check'

// The same worlds for every mutant, as many of them as fit into a second. What shrinks says nothing here.
fc.configureGlobal({ seed: 1, endOnFailure: true, interruptAfterTimeLimit: 1000 })
