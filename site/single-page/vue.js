import { createApp } from 'vue';
import { createRouter, createWebHistory } from 'vue-router';

const List = {
  data: () => ({ items: [] }),
  async mounted() {
    this.items = await (await fetch('/vue/data/items.json')).json();
  },
  template: `<ul>
    <li v-for="i in items"><router-link :to="'/item/' + i">Item {{ i }}</router-link></li>
    <li><router-link to="/moved">Moved</router-link></li>
  </ul>`,
};

const Item = {
  data: () => ({ text: '' }),
  async mounted() {
    this.text = (await (await fetch(`/vue/data/${this.$route.params.id}.json`)).json()).text;
  },
  template: `<p>{{ text }} <router-link :to="$route.path + '/details'">Details</router-link></p>`,
};

createApp({ template: '<router-view></router-view>' })
  .use(createRouter({
    history: createWebHistory('/vue'),
    routes: [
      { path: '/', component: List },
      { path: '/item/:id', component: Item },
      { path: '/moved', redirect: '/target' },
      { path: '/:rest(.*)', component: { template: '<p>A page.</p>' } },
    ],
  }))
  .mount('#app');
