import { addresses, brand, type PageMeta, promises } from './content.ts'

export const wizard = {
  steps: [
    { name: 'Business name', title: "What's your business name?" },
    { name: 'What you do', title: 'What do you do?' },
    { name: 'Contact', title: 'How can we contact you?' },
    { name: 'Volume', title: "What's your volume?" },
  ],
  reviewNote: `Once submitted, our team reviews your application within ${promises.reviewWithin} and contacts you about setup, integration and any questions you have.`,
  aside: {
    title: 'What happens next',
    items: [
      ['Review', `We review your application within ${promises.reviewWithin}.`],
      ['Invitation', 'Once approved, we email you a link to set your password.'],
      ['First invoice', "Setup takes five minutes. You'll see your wallet's recovery phrase once."],
    ],
    cost: 'Applying is free. Of every $100 you receive, you keep {keptOfHundred}. No setup or monthly fees.',
    help: 'Questions before you apply?',
    helpAddress: addresses.support,
  },
  submitted: {
    title: 'Application Submitted!',
    text: "We'll review your application and get back to you within 24 hours.",
  },
  failed: {
    title: 'Error',
    text: 'Failed to submit application. Please try again.',
  },
}

export const getStartedMeta: PageMeta = {
  title: `Get Started · ${brand.name}`,
  description: `Apply for a merchant account in four steps. Applications are reviewed within ${promises.reviewWithin}.`,
}
